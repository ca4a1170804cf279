import { Code, Group, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** The method and path of a request. */
export const RequestLine = ({ method, path }: { readonly method: string; readonly path: string }) => (
  <Group gap={6} wrap="nowrap" align="baseline">
    <Text size="xs" fw={600} component="span">
      {method}
    </Text>
    <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
  </Group>
)

/** Keys beyond these can be found with the search. */
const choicesMax = 100

export function CredentialFilter() {
  const { id: account } = useThisAccount()
  const { data: credentials } = useAsk('GET /accounts/:account/credentials', {
    path: { account },
    query: { limit: choicesMax },
  })
  return (
    <ChoiceFilter
      label={t.refusals.credential}
      name="credential"
      all={t.refusals.all}
      width={220}
      choices={(credentials?.data ?? []).map(({ id, name }) => [
        String(id),
        fill(t.refusals.choice, { name, id: String(id) }),
      ])}
    />
  )
}
