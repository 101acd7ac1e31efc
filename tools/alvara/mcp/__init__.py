"""The registry for agents, over the Model Context Protocol: reading only."""
