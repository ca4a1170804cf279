import { pipeline } from 'node:stream/promises'
import { campaignEditCommands } from './campaign-edit.ts'
import { describeResults, hoursAsCsv } from './campaign-results.ts'
import { campaignRunCommands } from './campaign-run.ts'
import { campaignArgument, campaignIn, describeCampaign } from './campaign-view.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes } from './command.ts'
import { writeNewFile } from './files.ts'
import { accountOption } from './lists.ts'

const show: Command = {
  name: 'campaign show',
  about: 'Show a campaign with its settings, progress and results.',
  arguments: [campaignArgument],
  options: accountOption,
  examples: ['campaign show 3 --account 2'],
  async run(input) {
    const path = campaignIn(input)
    const campaign = await withConsole((console) => console.call('GET /v2/campaigns/:campaign', { path }))
    input.print(campaign, describeCampaign(campaign))
    return exitCodes.done
  },
}

const results: Command = {
  name: 'campaign results',
  about: 'Show the results of a campaign: in total, by reason, by hour and by link.',
  arguments: [campaignArgument],
  options: {
    ...accountOption,
    csv: { value: 'FILE', about: 'Write the results by hour to a new CSV file; - for standard output.' },
  },
  notes: 'For the recipients who replied, opted out or clicked: ngoma campaign responses ID',
  examples: ['campaign results 3 --account 2', 'campaign results 3 --csv results.csv'],
  async run(input) {
    const path = campaignIn(input)
    const file = input.text('csv')
    if (file === '-' && input.json) throw badUsage('use either --json or --csv -, not both')
    const found = await withConsole((console) => console.call('GET /v2/campaigns/:campaign/results', { path }))
    if (file === undefined) input.print(found, describeResults(found))
    else if (file === '-') process.stdout.write(hoursAsCsv(found))
    else {
      await writeNewFile(file, (target) => pipeline([hoursAsCsv(found)], target))
      input.print(found, `${describeResults(found)}\n\nThe results by hour were written to ${file}.`)
    }
    return exitCodes.done
  },
}

export const campaignCommands: readonly Command[] = [...campaignEditCommands, show, ...campaignRunCommands, results]
