import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { narrowsScopes } from '../../../../src/values/scopes.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { choiceOf, ScopesField, scopesOf, validateScopes } from './scopes-field.tsx'

/** Changes the rights of a key or token in the account API. */
export function ChangeScopes({
  credential: { id, name, scopes, products },
  onClose,
}: {
  readonly credential: Credential
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const [choice, setChoice] = useState(() => choiceOf(scopes))
  const [error, setError] = useState<string | null>(null)
  const change = useChange(
    () =>
      ask('PUT /accounts/:account/credentials/:credential/scopes', {
        path: { account: account.id, credential: id },
        body: { scopes: scopesOf(choice) },
      }),
    {
      refreshes: [`${account.path}/credentials`],
      onDone: () => {
        sayDone(fill(t.apiSetup.scopes.changed, { name }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.apiSetup.scopes.changeTitle, { name })}
      isOpen
      onClose={onClose}
      change={change}
      submit={t.apiSetup.scopes.change}
      onSubmit={(event) => {
        event.preventDefault()
        const problem = validateScopes(choice)
        setError(problem)
        if (problem === null) change.mutate(undefined)
      }}
    >
      <ScopesField value={choice} onChange={setChoice} error={error} />
      {products === null && narrowsScopes(scopes, scopesOf(choice)) && (
        <Text size="sm">{t.apiSetup.scopes.closesPublicApi}</Text>
      )}
    </FormDialog>
  )
}
