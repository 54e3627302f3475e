import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './field.tsx';

/** A field for a key, which is hidden unless *Show* is pressed. */
export function SecretField({ after, ...props }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const word = shown ? 'Hide' : 'Show';
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      mono
      after={
        <>
          <Button
            aria-label={`${word} ${props.label}`}
            icon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
            onClick={() => setShown(!shown)}
          >
            {word}
          </Button>
          {after}
        </>
      }
    />
  );
}
