import { createContext } from 'react';
import type { Marked } from '../connection-mark.tsx';

/** The connection that the dialogs below act on, shown in their heads. Null when there is none. */
export const DialogConnection = createContext<Marked | null>(null);
