"""Typed models that follow the source: written into the user's project, updated as it changes, left alone once a person has edited them."""
