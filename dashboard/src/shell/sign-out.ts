import { ask } from '../api.ts'
import { queryClient, useChange } from '../data.ts'
import { sayFailed } from '../parts/done.tsx'
import { forgetKept } from '../parts/kept.ts'
import { forgetRecent } from '../parts/recent.ts'
import { t } from '../text.ts'

/** Signs out. The menu with the button is closed when an error arrives, so it is a notification. */
export function useSignOut(): () => void {
  const { mutate } = useChange(
    () =>
      ask('POST /auth/sign-out', {}).catch((error: Error) => {
        sayFailed(t.shell.signOutFailed, error)
        throw error
      }),
    {
      onDone: () => {
        queryClient.clear()
        forgetKept()
        forgetRecent(null)
        // A full load: no data of the last user stays in the page.
        location.assign('/sign-in')
      },
    },
  )
  return () => mutate(undefined)
}
