import {
  Accordion, AccordionDetails, AccordionSummary, Autocomplete, Button, Checkbox, Chip, Dialog, DialogActions,
  DialogContent, DialogTitle, Drawer, FormControl, FormControlLabel, FormLabel, InputLabel, List, ListItemButton,
  Menu, MenuItem, Pagination, Radio, RadioGroup, Rating, Select, Slider, Snackbar, Switch, Tab, Table, TableBody,
  TableCell, TableHead, TableRow, TableSortLabel, Tabs, TextField, ToggleButton, ToggleButtonGroup, Tooltip,
} from "@mui/material";
import { held, show, useHeld } from "../held.jsx";

function App() {
  const [mail, setMail] = useHeld("mail", "");
  const [age, setAge] = useHeld("age", 10);
  const [tags, setTags] = useHeld("tags", []);
  const [fruit, setFruit] = useHeld("fruit", null);
  const [cities, setCities] = useHeld("cities", ["Oslo"]);
  const [words, setWords] = useHeld("words", []);
  const [agreed, setAgreed] = useHeld("agreed", false);
  const [plan, setPlan] = useHeld("plan", "free");
  const [dark, setDark] = useHeld("dark", false);
  const [volume, setVolume] = useHeld("volume", 30);
  const [range, setRange] = useHeld("range", [20, 60]);
  const [stars, setStars] = useHeld("stars", 2);
  const [align, setAlign] = useHeld("align", "left");
  const [tab, setTab] = useHeld("tab", 0);
  const [open, setOpen] = useHeld("open", false);
  const [dialog, setDialog] = useHeld("dialog", false);
  const [name, setName] = useHeld("name", "");
  const [anchor, setAnchor] = useHeld("anchor", null);
  const [chips, setChips] = useHeld("chips", ["red", "green"]);
  const [page, setPage] = useHeld("page", 1);
  const [drawer, setDrawer] = useHeld("drawer", false);
  const [sort, setSort] = useHeld("sort", "asc");
  const [snack, setSnack] = useHeld("snack", false);
  const [tip, setTip] = useHeld("tip", false);
  held.anchor = anchor !== null;
  return (
    <>
      <TextField label="Mail" value={mail} onChange={(e) => setMail(e.target.value)} />
      <FormControl sx={{ width: 200 }}>
        <InputLabel id="age">Age</InputLabel>
        <Select labelId="age" label="Age" value={age} onChange={(e) => setAge(e.target.value)}>
          <MenuItem value={10}>Ten</MenuItem>
          <MenuItem value={20}>Twenty</MenuItem>
          <MenuItem value={30}>Thirty</MenuItem>
        </Select>
      </FormControl>
      <FormControl sx={{ width: 200 }}>
        <InputLabel id="tags">Tags</InputLabel>
        <Select multiple labelId="tags" label="Tags" value={tags} onChange={(e) => setTags(e.target.value)}>
          {["alpha", "beta", "gamma"].map((x) => <MenuItem key={x} value={x}>{x}</MenuItem>)}
        </Select>
      </FormControl>
      <Autocomplete options={["Apple", "Banana", "Cherry"]} value={fruit} onChange={(_, v) => setFruit(v)}
        renderInput={(p) => <TextField {...p} label="Fruit" />} />
      <Autocomplete multiple options={["Oslo", "Bergen", "Tromsø"]} value={cities} onChange={(_, v) => setCities(v)}
        renderInput={(p) => <TextField {...p} label="Cities" />} />
      <Autocomplete multiple freeSolo options={[]} value={words} onChange={(_, v) => setWords(v)}
        renderInput={(p) => <TextField {...p} label="Words" />} />
      <FormControlLabel label="I agree" control={<Checkbox checked={agreed} onChange={(e) => setAgreed(e.target.checked)} />} />
      <FormControl>
        <FormLabel id="plan">Plan</FormLabel>
        <RadioGroup aria-labelledby="plan" value={plan} onChange={(e) => setPlan(e.target.value)}>
          <FormControlLabel value="free" control={<Radio />} label="Free" />
          <FormControlLabel value="pro" control={<Radio />} label="Pro" />
        </RadioGroup>
      </FormControl>
      <FormControlLabel label="Dark mode" control={<Switch checked={dark} onChange={(e) => setDark(e.target.checked)} />} />
      <div style={{ width: 300, padding: 20 }}>
        <Slider aria-label="Volume" value={volume} onChange={(_, v) => setVolume(v)} />
        <Slider getAriaLabel={(i) => (i === 0 ? "From" : "To")} value={range} onChange={(_, v) => setRange(v)} />
      </div>
      <Rating name="stars" value={stars} onChange={(_, v) => setStars(v)} />
      <ToggleButtonGroup exclusive value={align} onChange={(_, v) => setAlign(v)} aria-label="Align">
        <ToggleButton value="left">Left</ToggleButton>
        <ToggleButton value="right">Right</ToggleButton>
      </ToggleButtonGroup>
      <Tabs value={tab} onChange={(_, v) => setTab(v)}><Tab label="One" /><Tab label="Two" /></Tabs>
      <Accordion expanded={open} onChange={(_, v) => setOpen(v)}>
        <AccordionSummary>Details</AccordionSummary>
        <AccordionDetails>Hidden words</AccordionDetails>
      </Accordion>
      <Button onClick={() => setDialog(true)}>Rename</Button>
      <Dialog open={dialog} onClose={() => setDialog(false)}>
        <DialogTitle>Rename the file</DialogTitle>
        <DialogContent><TextField label="New name" value={name} onChange={(e) => setName(e.target.value)} /></DialogContent>
        <DialogActions>
          <Button onClick={() => { held.renamed = name; setDialog(false); }}>Save</Button>
        </DialogActions>
      </Dialog>
      <Button onClick={(e) => setAnchor(e.currentTarget)}>Actions</Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => { held.menu = "copy"; setAnchor(null); }}>Copy</MenuItem>
        <MenuItem onClick={() => { held.menu = "archive"; setAnchor(null); }}>Archive</MenuItem>
      </Menu>
      {chips.map((x) => <Chip key={x} label={x} onDelete={() => setChips(chips.filter((y) => y !== x))} />)}
      <Pagination count={10} page={page} onChange={(_, v) => setPage(v)} />
      <Button onClick={() => setDrawer(true)}>Side panel</Button>
      <Drawer open={drawer} onClose={() => setDrawer(false)}>
        <List><ListItemButton onClick={() => { held.went = "inbox"; setDrawer(false); }}>Inbox</ListItemButton></List>
      </Drawer>
      <Tooltip title="Removes it for good" onOpen={() => setTip(true)}><Button>Remove</Button></Tooltip>
      <Button onClick={() => setSnack(true)}>Notify</Button>
      <Snackbar open={snack} message="Note archived" action={<Button onClick={() => { held.undone = true; setSnack(false); }}>Undo</Button>} />
      <Table>
        <TableHead><TableRow><TableCell><TableSortLabel active direction={sort} onClick={() => setSort(sort === "asc" ? "desc" : "asc")}>Price</TableSortLabel></TableCell></TableRow></TableHead>
        <TableBody><TableRow><TableCell>12</TableCell></TableRow></TableBody>
      </Table>
    </>
  );
}
show(<App />);
