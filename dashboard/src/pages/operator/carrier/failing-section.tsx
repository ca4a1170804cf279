import { Button, Collapse, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Section } from '../../../parts/section.tsx'
import { inputOrder } from './fields.tsx'
import { type HealthDraft, healthFields } from './health.ts'

interface FailingSectionProps {
  readonly failover: string
  readonly onFailover: (value: string) => void
  readonly health: HealthDraft
  readonly onHealth: (value: HealthDraft) => void
}

/** What happens when it is away, or does badly. */
export function FailingSection({ failover, onFailover, health, onHealth }: FailingSectionProps) {
  const [isOpen, { toggle }] = useDisclosure(Object.values(health).some((value) => value !== ''))
  const common = { inputWrapperOrder: inputOrder, clampBehavior: 'none', hideControls: true } as const
  return (
    <Section
      title="When it fails"
      about="Messages that have another route take that when this carrier is away for long, or is taken out because it does badly."
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            {...common}
            label="Failover seconds"
            description="How long it may be away before its messages take the next route. Up to a day."
            placeholder="30"
            allowDecimal={false}
            value={failover}
            onChange={(value) => onFailover(String(value))}
          />
        </SimpleGrid>
        <div>
          <Button variant="default" size="xs" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide how it is judged' : 'How it is judged'}
          </Button>
          <Collapse expanded={isOpen} pt="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {healthFields.map(({ name, title, description, usual, isShare = false }) => (
                <NumberInput
                  {...common}
                  key={name}
                  label={title}
                  description={description}
                  placeholder={usual}
                  allowDecimal={isShare}
                  value={health[name] ?? ''}
                  onChange={(value) => onHealth({ ...health, [name]: String(value) })}
                />
              ))}
            </SimpleGrid>
          </Collapse>
        </div>
      </Stack>
    </Section>
  )
}
