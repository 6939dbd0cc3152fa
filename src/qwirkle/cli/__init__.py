"""The command ``qwirkle``: play in the terminal, look rules up, draw games, simulate them."""
