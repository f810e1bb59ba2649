"""Parts shared by the scripts of several games, as plain as the scripts themselves."""
