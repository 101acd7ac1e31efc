"""The questions consumers ask."""
