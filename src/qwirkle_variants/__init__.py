"""The printed editions as variants, each a plugin that any other package could have made."""
