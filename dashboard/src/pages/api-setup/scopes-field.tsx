import { Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core'
import { allScopes, type Scope, scopes } from '../../../../src/values/scopes.ts'
import { t } from '../../text.ts'

/** The choice of scopes in a form. */
export interface ScopeChoice {
  readonly reach: 'all' | 'some' | 'none'
  readonly some: readonly Scope[]
}

export const choiceOf = (given: readonly string[]): ScopeChoice => ({
  reach: given.includes(allScopes) ? 'all' : given.length === 0 ? 'none' : 'some',
  some: scopes.filter((scope) => given.includes(scope)),
})

export const scopesOf = ({ reach, some }: ScopeChoice): (Scope | typeof allScopes)[] =>
  reach === 'all' ? [allScopes] : reach === 'none' ? [] : [...some]

export const validateScopes = ({ reach, some }: ScopeChoice) =>
  reach === 'some' && some.length === 0 ? t.apiSetup.scopes.required : null

interface ScopesFieldProps {
  readonly value: ScopeChoice
  readonly onChange: (value: ScopeChoice) => void
  readonly error?: string | null
}

/** Chooses all, some or no scopes of the account API. */
export function ScopesField({ value, onChange, error }: ScopesFieldProps) {
  return (
    <>
      <Radio.Group
        label={t.apiSetup.scopes.title}
        description={t.apiSetup.scopes.about}
        value={value.reach}
        onChange={(reach) => onChange({ ...value, reach: reach as ScopeChoice['reach'] })}
      >
        <Stack gap="xs" mt={6}>
          {(['all', 'some', 'none'] as const).map((reach) => (
            <Radio key={reach} value={reach} label={t.apiSetup.scopes.reach[reach]} />
          ))}
        </Stack>
      </Radio.Group>
      {value.reach === 'some' && (
        <Checkbox.Group
          label={t.apiSetup.list.scopes}
          ps="md"
          value={[...value.some]}
          onChange={(some) => onChange({ ...value, some: scopes.filter((scope) => some.includes(scope)) })}
          error={error}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.apiSetup.scopes.names[scope]} description={scope} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  )
}
