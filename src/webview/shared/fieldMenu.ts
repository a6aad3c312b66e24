/** What a text field says of itself to VS Code: a right click there offers its own *Cut*, *Copy* and *Paste*, as in any field. */
export const fieldMenu = '{"preventDefaultContextMenuItems":false}';
