import { SimpleGrid, TextInput } from '@mantine/core'
import { fill, t } from '../../text.ts'
import type { Draft } from './draft.ts'
import type { NumberFile } from './numbers.ts'
import { listVariables } from './request.ts'

interface VariablesProps {
  readonly draft: Draft
  readonly file: NumberFile | null
  readonly change: (part: Partial<Draft>) => void
}

/** A field for each placeholder that no contact and no column fills. */
export function Variables({ draft, file, change }: VariablesProps) {
  const names = listVariables(draft, file)
  if (names.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {names.map((name) => (
        <TextInput
          key={name}
          label={fill(t.send.variable, { placeholder: `{${name}}` })}
          maxLength={1_000}
          value={draft.variables[name] ?? ''}
          onChange={({ currentTarget: { value } }) => change({ variables: { ...draft.variables, [name]: value } })}
        />
      ))}
    </SimpleGrid>
  )
}
