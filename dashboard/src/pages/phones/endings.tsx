import { Code, Table, Text } from '@mantine/core'

interface Ending {
  readonly end: string
  readonly does: string
}

/** What the simulated network does with some numbers, so that everything that can go wrong can be seen. */
const endings: readonly Ending[] = [
  { end: '0000', does: 'the network refuses the message' },
  { end: '0001', does: 'the network is busy twice, then it is delivered' },
  { end: '0002', does: 'it is handed over, and no receipt ever comes' },
  { end: '0003', does: 'it is not delivered, because the phone is away' },
  { end: '0004', does: 'it is delivered after 30 seconds' },
  { end: '0005', does: 'it is delivered, and the receipt comes twice' },
  { end: '0006', does: 'it is delivered, and the receipt comes before the network has said that it took it' },
  { end: '9999', does: 'a one-time PIN to it is always 123456' },
]

/** Those that keep a message from arriving, of a phone that shows none. */
export const endingOf = (phone: string): Ending | null =>
  endings.find(({ end }) => end !== '9999' && phone.endsWith(end)) ?? null

export function Endings() {
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        A message arrives after a moment, whatever the number. With these endings you try what can go wrong; where
        nothing is delivered, the phone shows nothing.
      </Text>
      <Table verticalSpacing={4} aria-label="Numbers with special endings">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={90}>Ends in</Table.Th>
            <Table.Th>What happens</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endings.map(({ end, does }) => (
            <Table.Tr key={end}>
              <Table.Td>
                <Code>{end}</Code>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
