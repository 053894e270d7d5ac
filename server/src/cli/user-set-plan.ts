import { Argument, type Command } from 'commander';
import { changeUser } from '../domain/users/change-user.ts';
import { plans } from './arguments.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Plan = (typeof plans)[number];

export function addUserSetPlan(parent: Command): void {
  parent
    .command('set-plan')
    .description('change the plan of a user; takes effect with the next request')
    .argument('<userId>', 'as shown by herald user list')
    .addArgument(new Argument('<plan>', 'the plan').choices(plans))
    .option(...jsonOption)
    .action(async (userId: string, plan: Plan, { json }: { json?: boolean }) => {
      const user = await withHerald('user set-plan', (systemCtx) => changeUser(systemCtx, userId, { plan }));
      print({ user }, { json }, `${user.id} is now on the plan ${user.plan}`);
    });
}
