import { Button, Collapse, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { t } from '../../../operator-text.ts'
import { Section } from '../../../parts/section.tsx'
import { inputOrder } from './fields.tsx'
import { type HealthDraft, healthFields } from './health.ts'

interface FailingSectionProps {
  readonly failover: string
  readonly onFailover: (value: string) => void
  readonly health: HealthDraft
  readonly onHealth: (value: HealthDraft) => void
}

/** When messages use another route, and when the carrier is taken out of service. */
export function FailingSection({ failover, onFailover, health, onHealth }: FailingSectionProps) {
  const [isOpen, { toggle }] = useDisclosure(Object.values(health).some((value) => value !== ''))
  const common = { inputWrapperOrder: inputOrder, clampBehavior: 'none', hideControls: true } as const
  return (
    <Section title={t.carriers.failing} about={t.carriers.failingAbout}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            {...common}
            label={t.carriers.failoverSeconds}
            description={t.carriers.failoverSecondsAbout}
            placeholder="30"
            allowDecimal={false}
            value={failover}
            onChange={(value) => onFailover(String(value))}
          />
        </SimpleGrid>
        <div>
          <Button variant="default" size="xs" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? t.carriers.hideRules : t.carriers.showRules}
          </Button>
          <Collapse expanded={isOpen} pt="md">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {healthFields.map(({ name, placeholder, isShare = false }) => (
                <NumberInput
                  {...common}
                  key={name}
                  label={t.carriers.rules[name]}
                  description={t.carriers.rulesAbout[name]}
                  placeholder={placeholder}
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
