/** The signed-in person, as the shell shows them. */
export interface Viewer {
  id: string;
  handle: string;
  name: string;
  image: string;
  coins: number;
  unread: number;
  isModerator: boolean;
  isAdmin: boolean;
}
