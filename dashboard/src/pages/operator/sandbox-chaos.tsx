import { Badge, Button, Group, Paper, Slider, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Chaos } from '../../../../src/contract/console/sandbox.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { calm, type Knob, knobs, stepOf } from './simulator.ts'

const isSame = (one: Chaos, other: Chaos) => knobs.every(({ name }) => one[name] === other[name])

/** What goes wrong in the simulated network, by how much. */
export function SandboxChaos({ chaos }: { readonly chaos: Chaos }) {
  const [draft, setDraft] = useState<Chaos | null>(null)
  const shown = draft ?? chaos
  const isChanged = !isSame(shown, chaos)
  const applying = useChange((body: Chaos) => ask('PUT /simulator/chaos', { body }), {
    refreshes: ['/simulator'],
  })
  const apply = (wanted: Chaos, words: string) => {
    setDraft(wanted)
    applying.mutate(wanted, {
      onSuccess: () => {
        sayDone(words)
        // Not what was turned meanwhile.
        setDraft((now) => (now === wanted ? null : now))
      },
    })
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="chaos">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="chaos">
          Chaos
        </Title>
        {!isSame(chaos, calm) && (
          <Badge variant="light" color="yellow" radius="sm" tt="none">
            failing on purpose
          </Badge>
        )}
      </Group>
      <Text size="sm" mb="lg">
        Real networks fail. Here you choose how, to see what your programs make of it. To the left all is well; it stays
        as you set it until you set it back.
      </Text>
      <Stack gap="lg">
        {knobs.map((knob) => (
          <KnobSlider
            key={knob.name}
            knob={knob}
            value={shown[knob.name]}
            onChange={(value) => setDraft({ ...shown, [knob.name]: value })}
          />
        ))}
        <Problem error={applying.error} />
        <Group gap="sm">
          <Button
            disabled={!isChanged}
            loading={applying.isPending}
            onClick={() => apply(shown, 'The network now behaves so.')}
          >
            Apply
          </Button>
          <Button
            variant="default"
            disabled={isSame(shown, calm) && !isChanged}
            onClick={() => apply(calm, 'The network behaves well again.')}
          >
            Reset
          </Button>
          {isChanged && (
            <Text size="sm" c="dimmed">
              Not applied yet
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function KnobSlider({
  knob: { label, about, steps, show },
  value,
  onChange,
}: {
  readonly knob: Knob
  readonly value: number
  readonly onChange: (value: number) => void
}) {
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" className="number">
          {show(value)}
        </Text>
      </Group>
      <Slider
        my={6}
        min={0}
        max={steps.length - 1}
        value={stepOf(steps, value)}
        onChange={(place) => onChange(steps[place] ?? 0)}
        label={null}
        thumbLabel={label}
        thumbValueText={() => show(value)}
      />
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </div>
  )
}
