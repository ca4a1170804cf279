import { PasswordInput, SimpleGrid } from '@mantine/core'
import type { KindDescription } from '../../../../../src/values/kind-description.ts'
import { t } from '../../../operator-text.ts'
import { Section } from '../../../parts/section.tsx'
import { fill } from '../../../text.ts'
import { type Settings, secretsNamedIn } from './draft.ts'

export type SecretsDraft = Readonly<Record<string, string>>

interface SecretsSectionProps {
  readonly kind: KindDescription
  /** The names of the stored secrets. */
  readonly stored: readonly string[]
  /** They may refer to more secrets by name. */
  readonly settings: Settings
  readonly value: SecretsDraft
  readonly onChange: (value: SecretsDraft) => void
}

/** Secrets are write-only: an empty field keeps the stored value. */
export function SecretsSection({ kind, stored, settings, value, onChange }: SecretsSectionProps) {
  const known = kind.secrets.map(({ name }) => name)
  const named = secretsNamedIn(JSON.stringify(settings)).filter((name) => !known.includes(name))
  const secrets = [
    ...kind.secrets,
    ...named.map((name) => ({
      name,
      title: fill(t.carriers.secretFor, { name: `{secrets.${name}}` }),
      required: true,
    })),
  ]
  return (
    <Section title={t.carriers.secrets} about={t.carriers.secretsAbout}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {secrets.map(({ name, title, required }) => {
          const isKept = stored.includes(name)
          return (
            <PasswordInput
              key={name}
              label={title}
              withAsterisk={required && !isKept}
              description={isKept ? t.carriers.secretKept : undefined}
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
