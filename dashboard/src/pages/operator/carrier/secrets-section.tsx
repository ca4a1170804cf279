import { PasswordInput, SimpleGrid } from '@mantine/core'
import type { Carrier, CarrierKind } from '../../../../../src/contract/console/routing.ts'
import { Section } from '../../../parts/section.tsx'
import { secretsNamedIn } from './draft.ts'

export type SecretsDraft = Readonly<Record<string, string>>

interface SecretsSectionProps {
  readonly kind: CarrierKind
  readonly carrier: Carrier | null
  /** Secrets that are named in them can be given too. */
  readonly settings: Carrier['settings']
  readonly value: SecretsDraft
  readonly onChange: (value: SecretsDraft) => void
}

/** What is never shown again. What is left empty stays as it is. */
export function SecretsSection({ kind, carrier, settings, value, onChange }: SecretsSectionProps) {
  const known = kind.secrets.map(({ name }) => name)
  const named = secretsNamedIn(JSON.stringify(settings)).filter((name) => !known.includes(name))
  const secrets = [
    ...kind.secrets,
    ...named.map((name) => ({ name, title: `Secret for {secrets.${name}}`, required: true })),
  ]
  return (
    <Section title="Secrets" about="Kept encrypted, and never shown again.">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {secrets.map(({ name, title, required }) => {
          const isKept = carrier?.secrets.includes(name) ?? false
          return (
            <PasswordInput
              key={name}
              label={title}
              withAsterisk={required && !isKept}
              description={isKept ? 'There is one. Leave it empty to keep it.' : undefined}
              autoComplete="new-password"
              value={value[name] ?? ''}
              onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
            />
          )
        })}
      </SimpleGrid>
    </Section>
  )
}
