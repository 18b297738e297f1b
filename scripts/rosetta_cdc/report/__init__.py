"""`scripts/report`: what the pipeline holds and how it is, as one HTML page that needs nothing beside it."""
