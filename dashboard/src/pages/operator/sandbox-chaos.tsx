import { Badge, Button, Group, Paper, Slider, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Chaos } from '../../../../src/contract/console/sandbox.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { type Knob, knobs, noFaults, stepOf } from './simulator.ts'

const isSame = (one: Chaos, other: Chaos) => knobs.every(({ name }) => one[name] === other[name])

/** The faults of the simulated network. */
export function SandboxChaos({ chaos }: { readonly chaos: Chaos }) {
  const [draft, setDraft] = useState<Chaos | null>(null)
  const shown = draft ?? chaos
  const isChanged = !isSame(shown, chaos)
  const applying = useChange((body: Chaos) => ask('PUT /simulator/chaos', { body }), { refreshes: ['/simulator'] })
  const apply = (wanted: Chaos, message: string) => {
    setDraft(wanted)
    applying.mutate(wanted, {
      onSuccess: () => {
        sayDone(message)
        // A slider may have moved in the meantime.
        setDraft((now) => (now === wanted ? null : now))
      },
    })
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="chaos">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="chaos">
          {t.sandbox.faults}
        </Title>
        {!isSame(chaos, noFaults) && (
          <Badge variant="light" color="yellow" radius="sm" tt="none">
            {t.sandbox.faultsActive}
          </Badge>
        )}
      </Group>
      <Text size="sm" mb="lg">
        {t.sandbox.faultsAbout}
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
          <Button disabled={!isChanged} loading={applying.isPending} onClick={() => apply(shown, t.sandbox.applied)}>
            {t.sandbox.apply}
          </Button>
          <Button
            variant="default"
            disabled={isSame(shown, noFaults) && !isChanged}
            onClick={() => apply(noFaults, t.sandbox.resetDone)}
          >
            {t.sandbox.reset}
          </Button>
          {isChanged && <Note>{t.sandbox.notApplied}</Note>}
        </Group>
      </Stack>
    </Paper>
  )
}

function KnobSlider({
  knob: { name, steps, show },
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
          {t.sandbox.knobs[name]}
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
        thumbLabel={t.sandbox.knobs[name]}
        thumbValueText={() => show(value)}
      />
      <Note>{t.sandbox.knobAbout[name]}</Note>
    </div>
  )
}
