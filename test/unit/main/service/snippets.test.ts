import { expect, test } from 'vitest';
import { snippetsFor } from '../../../../main/service/snippets.ts';
import { HOSTILE_NAMES } from '../../../support/hostile-names.ts';

const ADDRESSES = {
  paperApi: 'https://api.example',
  boardApi: 'https://boards.example/v1',
  appUrl: 'https://app.example',
};

test('no value in a copied PowerShell command can end its string literal', () => {
  const id = 'a’b‘c\'d"$(x)';
  const [, powershell] = snippetsFor({ operation: 'create-from', id, name: "It's ’ $env:PATH" }, ADDRESSES);
  expect(powershell?.code).toBe(
    [
      'Invoke-RestMethod -Method POST `',
      "  -Uri 'https://api.example/api/paper' `",
      '  -Headers @{ Authorization = "Bearer $env:EASEL_API_KEY"; Accept = \'application/json\' } `',
      "  -ContentType 'application/json' `",
      String.raw`  -Body '{"name":"It\u0027s \u2019 $env:PATH","template":"a\u2019b\u2018c\u0027d\"$(x)"}'`,
      '',
    ].join('\n'),
  );
  for (const name of HOSTILE_NAMES) {
    const [, made] = snippetsFor({ operation: 'create-paper', id: '', name }, ADDRESSES);
    const [, body = ''] = /-Body '([^']*)'\n$/u.exec(made?.code ?? '') ?? [];
    expect(JSON.parse(body)).toEqual({ name });
  }
});
