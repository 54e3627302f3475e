/** Sample notes about a school's boards, for practice mode. Notes are kept by Easel, not by the service. */
import type { RowNotes } from '../../preload/contract/boards.ts';
import type { Random } from './sample-data.ts';

export interface SampleNote extends RowNotes {
  readonly boardId: string;
}

const CLASSES = ['5a', '6b', '7a', '7b', '8c', '9a', '10b', '11a'] as const;
const SUBJECTS: readonly (readonly [subject: string, tag: string, topics: readonly string[]])[] = [
  ['Maths', 'maths', ['fractions', 'linear equations', 'Pythagoras', 'percentages', 'graphs']],
  ['Physics', 'science', ['circuits', 'levers', 'waves', 'free fall']],
  ['Biology', 'science', ['cells', 'food webs', 'photosynthesis']],
  ['English', 'languages', ['story maps', 'debate', 'Macbeth', 'essay plan']],
  ['Spanish', 'languages', ['at the market', 'past tense']],
  ['Geography', 'humanities', ['rivers', 'climate zones', 'Europe']],
  ['History', 'humanities', ['timeline 1900 to 1950', 'Rome']],
];
const TEACHERS = ['Ms Okafor', 'Mr Lindqvist', 'Mrs Haddad', 'Mr Ito', 'Ms Romero'] as const;
const SCHOOLS = ['Northgate School', 'Linden Academy', 'Riverside College', 'St Clare’s'] as const;
const TRIALS = ['Beech Hill Primary', 'Harbour Tutors', 'Evening School West', 'Atlas Languages'] as const;
const STAFF = ['Staff meeting', 'Open day plan', 'Timetable draft', 'Parents’ evening'] as const;

const EMPTY = { label: '', note: '', tags: [], customer: '', protected: false };

/** Creates notes for some `boards` (oldest first; new boards more often), and a customer for each paper. */
export function sampleNotes(
  boards: readonly string[],
  papers: readonly string[],
  random: Random,
): readonly SampleNote[] {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random.next() * of.length)] as T;
  const ofBoards = boards.flatMap((boardId, at): readonly SampleNote[] => {
    const isNoted = random.next() < 0.15 + (0.6 * at) / boards.length;
    const kind = random.next();
    const [teacher, year, school, trial] = [one(TEACHERS), one(CLASSES), one(SCHOOLS), one(TRIALS)];
    const [subject, tag, topics] = one(SUBJECTS);
    const [topic, staff, extra] = [one(topics), one(STAFF), random.next()];
    if (!isNoted) return [];
    const note = { ...EMPTY, boardId };
    if (kind < 0.1) return [{ ...note, label: `Trial: ${trial}`, customer: trial, tags: ['trial'] }];
    if (kind < 0.18) {
      return [{ ...note, label: staff, customer: school, tags: ['staff'], protected: extra < 0.3 }];
    }
    if (kind < 0.26) {
      const words = 'Kept until the results are published.';
      const label = `${subject} exam ${year}`;
      return [{ ...note, label, customer: school, tags: [tag, 'exam'], note: words, protected: true }];
    }
    if (kind < 0.4)
      return [{ ...note, label: `${teacher}, ${subject} ${year}`, customer: school, tags: [tag] }];
    const tags = extra < 0.15 ? [tag, 'homework'] : [tag];
    return [{ ...note, label: `${subject} ${year}, ${topic}`, customer: school, tags }];
  });
  const ofPapers = papers.map((boardId, at) => ({
    ...EMPTY,
    boardId,
    customer: SCHOOLS[at % SCHOOLS.length] ?? '',
  }));
  return [...ofBoards, ...ofPapers];
}
