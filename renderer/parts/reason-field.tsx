import { useId } from 'react';
import { useApp } from '../store/use-app.ts';
import { TextField, type TextFieldProps } from './field.tsx';

export function ReasonField(props: Pick<TextFieldProps, 'value' | 'onChange' | 'error'>) {
  const required = useApp((state) => state.policy?.allows.needsReason ?? false);
  const reasons = useApp((state) => state.reasons);
  // Suggests nothing while names are blurred, because Chromium draws the suggestions, and CSS can't blur them.
  const blurred = useApp((state) => state.blurred);
  const list = useId();
  return (
    <>
      <TextField
        {...props}
        label={required ? 'Reason or ticket' : 'Reason or ticket (optional)'}
        {...(required && { hint: 'Required by your organisation.' })}
        maxLength={200}
        aria-required={required || undefined}
        list={list}
      />
      <datalist id={list}>
        {!blurred && reasons.map((reason) => <option key={reason}>{reason}</option>)}
      </datalist>
    </>
  );
}
