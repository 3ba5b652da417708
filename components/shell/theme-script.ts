export const THEME_KEY = "theme";

/** Runs in <head>, before the first paint, so that a chosen theme never flashes. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;
