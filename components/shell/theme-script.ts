export const THEME_KEY = "theme";

/**
 * Runs in <head>, before the first paint, so that a chosen theme never flashes. It is one fixed text: a content security
 * policy can allow it by its hash.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;
