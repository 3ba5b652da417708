/** The signed-in person as the frame of every page shows them. */
export interface Viewer {
  id: string;
  handle: string;
  name: string;
  image: string;
  coins: number;
  unread: number;
}
