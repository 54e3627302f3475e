import type { SelectHTMLAttributes } from 'react';

export interface SelectProps<T> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  readonly value: T;
  readonly choices: readonly (readonly [value: T, name: string])[];
  readonly onChoose: (value: T) => void;
}

export function Select<T extends string | number | null>(props: SelectProps<T>) {
  const { value, choices, onChoose, ...rest } = props;
  return (
    <select
      {...rest}
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = choices[target.selectedIndex];
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {choices.map(([each, name]) => (
        <option key={each} value={each ?? ''}>
          {name}
        </option>
      ))}
    </select>
  );
}
