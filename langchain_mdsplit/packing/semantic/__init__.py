"""Grouping by meaning: units, their similarities, groups, and chunks of groups."""
