import { Box, Group, Text, Tooltip } from '@mantine/core'
import { fill, t } from '../text.ts'
import { showCount } from './formats.ts'
import { Note } from './text.tsx'
import { ticksUpTo } from './ticks.ts'

interface BarChartProps {
  /** For screen readers. The page shows the numbers in a table too. */
  readonly label: string
  /** Ordered from the bottom up. */
  readonly series: readonly { readonly name: string; readonly colour: string }[]
  readonly bars: readonly { readonly label: string; readonly values: readonly number[] }[]
  readonly height?: number
}

/** There is room for this many labels. */
const labelsMax = 6
const isNarrow = matchMedia('(max-width: 48em)').matches
/** On a phone, the labels together have at most this many characters. */
const charactersMax = 20

/** A stacked bar chart of counts. Chart libraries are larger than the rest of the first page. */
export function BarChart({ label, series, bars, height = 280 }: BarChartProps) {
  const ticks = ticksUpTo(Math.max(...bars.map(({ values }) => sum(values))))
  const top = ticks.at(-1) ?? 1
  const longest = Math.max(1, ...bars.map((bar) => bar.label.length))
  const labels = isNarrow ? Math.min(labelsMax, Math.max(2, Math.floor(charactersMax / longest))) : labelsMax
  const labelledEvery = Math.max(1, Math.ceil(bars.length / labels))
  return (
    <div role="img" aria-label={label}>
      <Box h={height} pos="relative" mb={28} style={{ display: 'flex', gap: 8 }}>
        <Box
          className="number"
          style={{
            display: 'flex',
            flexDirection: 'column-reverse',
            justifyContent: 'space-between',
            textAlign: 'end',
          }}
        >
          {ticks.map((tick) => (
            <Note key={tick} size="xs" h={0} lh={0}>
              {showCount(tick)}
            </Note>
          ))}
        </Box>
        <Box flex={1} pos="relative">
          {ticks.map((tick) => (
            <Box
              key={tick}
              pos="absolute"
              bottom={`${(tick / top) * 100}%`}
              style={{ insetInline: 0, borderTop: '1px solid var(--mantine-color-default-border)' }}
            />
          ))}
          <Box pos="relative" h="100%" style={{ display: 'flex', gap: 'clamp(1px, 0.35vw, 5px)' }}>
            {bars.map((bar, place) => (
              <Bar
                key={bar.label}
                {...bar}
                series={series}
                top={top}
                hasLabel={(bars.length - 1 - place) % labelledEvery === 0}
                isLast={place === bars.length - 1}
              />
            ))}
          </Box>
        </Box>
      </Box>
      <Group gap="md" justify="center">
        {series.map(({ name, colour }) => (
          <Group key={name} gap={6}>
            <Box w={12} h={12} bg={colour} style={{ borderRadius: 3 }} />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
      </Group>
    </div>
  )
}

interface BarProps extends Pick<BarChartProps, 'series'> {
  readonly label: string
  readonly values: readonly number[]
  readonly top: number
  readonly hasLabel: boolean
  readonly isLast: boolean
}

function Bar({ label, values, series, top, hasLabel, isLast }: BarProps) {
  const lines = series.map(({ name }, place) => fill(t.shared.namedCount, { name, count: values[place] ?? 0 }))
  return (
    <Tooltip label={[label, ...lines].join('\n')} style={{ whiteSpace: 'pre' }} multiline>
      <Box
        className="bar"
        flex={1}
        pos="relative"
        style={{ display: 'flex', flexDirection: 'column-reverse', minWidth: 0 }}
      >
        {series.map(({ name, colour }, place) => (
          // Every count above zero is visible.
          <Box key={name} h={`${((values[place] ?? 0) / top) * 100}%`} mih={values[place] ? 2 : 0} bg={colour} />
        ))}
        {hasLabel && (
          <Note
            size="xs"
            pos="absolute"
            top="100%"
            mt={6}
            // The last label ends with its bar, so that the page does not become wider.
            style={{
              whiteSpace: 'nowrap',
              ...(isLast ? { right: 0 } : { left: '50%', transform: 'translateX(-50%)' }),
            }}
          >
            {label}
          </Note>
        )}
      </Box>
    </Tooltip>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
