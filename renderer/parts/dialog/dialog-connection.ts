import { createContext } from 'react';
import type { Marked } from '../connection-mark.tsx';

/** Which connection the dialogs below are about: it stands in their heads. Null where there is none. */
export const DialogConnection = createContext<Marked | null>(null);
