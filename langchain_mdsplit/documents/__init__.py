"""The Document side: what Documents say of where their text comes from, both ways."""
