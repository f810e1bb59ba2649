"""What the scripts of several games share; as plain as the scripts themselves."""
