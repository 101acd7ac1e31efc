"""A registry as others read it: public projections in the shapes of tool APIs."""
