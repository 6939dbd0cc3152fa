"""The engine of the tile game: rules, generation, legality, scoring, states."""
