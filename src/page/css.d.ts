// Style sheets are bundled: importing one puts it next to the script.
declare module '*.css';
