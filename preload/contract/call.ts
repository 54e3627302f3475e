/** The shape of one entry of `calls.ts`, and the arguments that many of them share. */

export interface Call<Args, Value> {
  readonly args: Args;
  readonly value: Value;
}

export type OfConnection = { readonly connectionId: string };
export type OfPaper = OfConnection & { readonly identifier: string };
export type Nothing = Record<never, never>;

/** What a room is opened for: a paper, or a board by its `room_id`. */
export type RoomTarget = { readonly kind: 'paper' | 'board'; readonly id: string };
