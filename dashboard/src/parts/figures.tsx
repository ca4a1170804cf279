import { Paper, SimpleGrid, Text } from '@mantine/core'
import { Note } from './text.tsx'

export type Figure = readonly [name: string, value: string, note?: string | false]

interface FiguresProps {
  readonly label: string
  readonly figures: readonly Figure[]
  /** Columns on a wide screen. */
  readonly columns: number
}

/** The most important figures of a page, side by side. */
export function Figures({ label, figures, columns }: FiguresProps) {
  return (
    <SimpleGrid
      component="section"
      aria-label={label}
      cols={{ base: 2, sm: 3, [columns > 5 ? 'xl' : 'lg']: columns }}
      spacing="md"
    >
      {figures.map(([name, value, note]) => (
        <Paper
          key={name}
          withBorder
          py="sm"
          px="md"
          role="group"
          aria-label={name}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Note>{name}</Note>
          <Text fz={{ base: 18, xs: 22 }} fw={650} className="number">
            {value}
          </Text>
          {note && <Note>{note}</Note>}
        </Paper>
      ))}
    </SimpleGrid>
  )
}
