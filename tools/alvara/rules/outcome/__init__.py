"""Rules on the outcome of a run: the waivers and what they waived."""
