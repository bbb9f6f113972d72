"""How long blocks and stretches of a source are, by estimate."""
