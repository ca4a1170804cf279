import { Code, Table } from '@mantine/core'
import { Note } from '../../parts/text.tsx'
import { t } from '../../text.ts'

interface Ending {
  readonly ending: string
  readonly effect: string
}

/** Number endings that make the simulated network fail in a certain way. */
const endings: readonly Ending[] = Object.entries(t.phones.endings.effects)
  .map(([ending, effect]) => ({ ending, effect }))
  .toSorted((one, other) => one.ending.localeCompare(other.ending))

/** The special ending of a phone number, if it affects delivery. */
export const endingOf = (phone: string): Ending | null =>
  endings.find(({ ending }) => ending !== '9999' && phone.endsWith(ending)) ?? null

export function Endings() {
  return (
    <>
      <Note mb="xs">{t.phones.endings.about}</Note>
      <Table verticalSpacing={4} aria-label={t.phones.endings.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={90}>{t.phones.endings.ending}</Table.Th>
            <Table.Th>{t.phones.endings.effect}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endings.map(({ ending, effect }) => (
            <Table.Tr key={ending}>
              <Table.Td>
                <Code>{ending}</Code>
              </Table.Td>
              <Table.Td>{effect}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
