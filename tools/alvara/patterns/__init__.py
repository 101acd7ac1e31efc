"""Regular expressions judged without being run: what they say, and how much work they can make."""
