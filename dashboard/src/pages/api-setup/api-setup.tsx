import { Alert, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { CreateCredential } from './create-credential.tsx'
import type { Shown } from './credential.ts'
import { Credentials } from './credentials.tsx'
import { IssuedDialog } from './issued-dialog.tsx'
import { Products } from './product-list.tsx'

export function ApiSetupPage() {
  const account = useThisAccount()
  const [creating, setCreating] = useState<'key' | 'token' | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const isOwner = mayAs(account, 'owner')
  return (
    <>
      <PageHead
        title="API setup"
        about="Your own programs use Ngoma with a key or a token: they send messages, airtime and PINs by themselves, on this account’s credit."
      >
        <Button component={Link} to={`${account.path}/api/refused`} variant="default">
          Refused requests
        </Button>
        {isOwner && (
          <>
            <Button variant="default" onClick={() => setCreating('token')}>
              Create token
            </Button>
            <Button onClick={() => setCreating('key')}>Create key</Button>
          </>
        )}
      </PageHead>
      <Stack gap="xl">
        {!isOwner && (
          <Alert color="blue" variant="light">
            Owners of the account create, replace and revoke keys. You can see which there are.
          </Alert>
        )}
        <Credentials onRotated={setShown} />
        <Products />
      </Stack>
      {creating !== null && (
        <CreateCredential
          kind={creating}
          onClose={() => setCreating(null)}
          onCreated={(created) => {
            setCreating(null)
            setShown(created)
          }}
        />
      )}
      {shown && <IssuedDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
