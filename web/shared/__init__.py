"""What all areas share: context, forms, the scene, parts that several pages draw."""
