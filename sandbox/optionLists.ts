/**
 * These lists are invented: the contract shows only one value of each list (`Other`, `1-3 months`).
 */
export const optionLists: Readonly<Record<string, readonly string[]>> = {
  roleType: [
    'Engineering',
    'Product',
    'Design',
    'Marketing',
    'Sales',
    'Customer Support',
    'Finance',
    'Legal',
    'Human Resources',
    'Operations',
    'Management',
    'Other',
  ],
  urgency: ['Immediately', 'Less than 1 month', '1-3 months', '3-6 months', 'More than 6 months'],
};
